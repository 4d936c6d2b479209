/* The moves of one kind of mover, compiled to arcs between cells. */

#include "native.h"

#include <stdlib.h>
#include <string.h>

/* The cell of an anchor; -1 where the table has none. */
int32_t table_cell(const Table *table, int32_t x, int32_t y, int32_t z) {
    z -= table->low;
    if (x < 0 || x >= table->width || y < 0 || y >= table->height || z < 0 || z >= table->depth)
        return -1;
    if (table->lifts) {
        if (table->lifts[y * table->width + x] != z)
            return -1;
        z = 0;
    }
    return y * table->block + z * table->row + x;
}

/* The bit of the board's cube that a cell stands for; -1 for a spare bit or a column without an anchor. */
int32_t table_bit(const Table *table, int32_t cell) {
    int32_t bit = cell >= table->bits ? cell - table->bits : cell;
    if (table->lifts) {
        int32_t x = bit % table->block, y = bit / table->block;
        if (x >= table->width || table->lifts[y * table->width + x] < 0)
            return -1;
        return bit + table->lifts[y * table->width + x] * table->row;
    }
    return bit;
}

/* The cell of the first copy that a bit of the board stands for; -1 where the table has none. */
int32_t bit_cell(const Table *table, int32_t bit) {
    if (bit < 0 || bit >= table->bits)
        return -1;
    if (!table->lifts)
        return bit;
    int32_t y = bit / table->block, rest = bit % table->block;
    int32_t z = rest / table->row, x = rest % table->row;
    return x < table->width && table->lifts[y * table->width + x] == z ? y * table->block + x : -1;
}

/* The anchor that a cell stands for. */
Cube table_cube(const Table *table, int32_t cell) {
    int32_t bit = cell >= table->bits ? cell - table->bits : cell;
    Cube cube;
    int32_t rest = bit % table->block;
    cube.y = bit / table->block;
    cube.z = rest / table->row;
    cube.x = rest % table->row;
    if (table->lifts && cube.x < table->width && cube.z == 0)
        cube.z = table->lifts[cube.y * table->width + cube.x];
    cube.z += table->low;
    return cube;
}

/* Ranks anchors in row order: y, then x, then z. */
int64_t table_rank(const Table *table, Cube cube) {
    return ((int64_t)cube.y * table->row + cube.x) * ((int64_t)table->depth + 1) + (cube.z - table->low);
}

static void clear_arcs(Arcs *arcs) {
    free(arcs->shift); /* the prices lie behind it */
    free(arcs->out);
    memset(arcs, 0, sizeof *arcs);
}

/* Put an arc's bit on every cell that it leads out of: it leads to the cells of `into`. */
static void mark_sources(Arcs *arcs, int32_t number, const uint8_t *into, int32_t cells) {
    int64_t shift = arcs->shift[number];
    uint64_t bit = (uint64_t)1 << (number & 63);
    uint64_t *out = arcs->out + (number >> 6);
    for (int32_t byte = 0; byte <= (cells - 1) >> 3; byte++) {
        unsigned held = into[byte];
        while (held) {
            int64_t to = (int64_t)byte * 8 + lowest_bit(held);
            int64_t from = to - shift;
            held &= held - 1;
            if (to < cells && from >= 0 && from < cells)
                out[from * arcs->words] |= bit;
        }
    }
}

/* add(overlay, arcs): put the moves of one overlay into the table, once.
 *
 * `arcs` are (shift, into, price, latest): the cells that the arc leads to as bytes, the levels that it costs,
 * and the last level from which it may be taken. */
static PyObject *table_add(Table *table, PyObject *args) {
    int overlay, shifts = 0;
    PyObject *given, *rows;
    Arcs made = {0};
    if (!PyArg_ParseTuple(args, "iO:add", &overlay, &given))
        return NULL;
    if (overlay < 0 || overlay >= OVERLAYS) {
        PyErr_SetString(PyExc_ValueError, "no such overlay");
        return NULL;
    }
    rows = PySequence_Tuple(given); /* nobody can change it while numbers are asked for */
    if (!rows)
        return NULL;
    Py_ssize_t count = PyTuple_Size(rows);
    if (count > MOST_ARCS) {
        PyErr_SetString(PyExc_ValueError, "too many arcs");
        goto failed;
    }
    made.count = (int32_t)count;
    made.words = count > 64 ? (int32_t)((count + 63) / 64) : 1;
    made.shift = calloc(3 * (size_t)(count ? count : 1), sizeof(int32_t));
    made.out = calloc((size_t)table->cells, made.words * sizeof(uint64_t));
    if (!made.shift || !made.out) {
        PyErr_NoMemory();
        goto failed;
    }
    made.price = made.shift + count;
    made.latest = made.price + count;
    made.cheapest = MOST_LEVEL;
    for (int32_t number = 0; number < made.count; number++) {
        PyObject *row = PyTuple_GetItem(rows, number), *shift, *into, *price, *latest;
        if (!PyTuple_Check(row)) {
            PyErr_SetString(PyExc_TypeError, "an arc must be a tuple");
            goto failed;
        }
        if (!PyArg_ParseTuple(row, "OOOO", &shift, &into, &price, &latest) ||
            as_int(shift, -table->cells, table->cells, "shift", &made.shift[number]) ||
            as_int(price, 1, MOST_PRICE, "price", &made.price[number]) ||
            as_int(latest, -MOST_LEVEL, MOST_LEVEL, "latest", &made.latest[number]))
            goto failed;
        if (!PyBytes_Check(into) || PyBytes_Size(into) < (table->cells - 1) / 8 + 1) {
            PyErr_SetString(PyExc_ValueError, "into must be bytes with a bit for each cell");
            goto failed;
        }
        if (number && made.shift[number] < made.shift[number - 1]) {
            PyErr_SetString(PyExc_ValueError, "arcs must come in the order of their shifts");
            goto failed;
        }
        shifts += number == 0 || made.shift[number] != made.shift[number - 1];
        if (shifts > MOST_SHIFTS) {
            PyErr_SetString(PyExc_ValueError, "too many directions");
            goto failed;
        }
        int32_t far = abs(made.shift[number]);
        if (table->copies == 2 && far > table->bits / 2)
            far = abs(far - table->bits); /* it leads into the other copy */
        made.farthest = far > made.farthest ? far : made.farthest;
        made.cheapest = made.price[number] < made.cheapest ? made.price[number] : made.cheapest;
        made.dearest = made.price[number] > made.dearest ? made.price[number] : made.dearest;
        mark_sources(&made, number, (const uint8_t *)PyBytes_AsString(into), table->cells);
    }
    Py_DECREF(rows);
    if (table->arcs[overlay].out) { /* searches that go on may be using them */
        clear_arcs(&made);
        PyErr_SetString(PyExc_ValueError, "the overlay has its moves already");
        return NULL;
    }
    table->arcs[overlay] = made;
    Py_RETURN_NONE;
failed:
    Py_DECREF(rows);
    clear_arcs(&made);
    return NULL;
}

/* Read the heights of columns laid flat: int32 values, one for each column, -1 where it has no anchor. */
static int read_lifts(Table *table, PyObject *given) {
    Py_ssize_t columns = (Py_ssize_t)table->width * table->height;
    if (!PyBytes_Check(given) || PyBytes_Size(given) != columns * (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_ValueError, "lifts must be bytes with an int32 for each column");
        return -1;
    }
    table->lifts = malloc((size_t)columns * sizeof(int32_t));
    if (!table->lifts) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(table->lifts, PyBytes_AsString(given), (size_t)columns * sizeof(int32_t));
    for (Py_ssize_t column = 0; column < columns; column++) {
        if (table->lifts[column] < -1 || table->lifts[column] >= table->depth) {
            PyErr_SetString(PyExc_ValueError, "a lift leads out of the table");
            return -1;
        }
    }
    return 0;
}

/* Table(width, height, low, high, copies, lifts): cells as `BitboardLayout` numbers cubes, perhaps twice over. */
static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    int width, height, low, high, copies;
    PyObject *lifts;
    if (names && PyDict_Size(names)) {
        PyErr_SetString(PyExc_TypeError, "Table takes no keywords");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "iiiiiO:Table", &width, &height, &low, &high, &copies, &lifts))
        return NULL;
    if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE || low < -FARTHEST || high > FARTHEST ||
        low > high || high - low >= MOST_SIDE || copies < 1 || copies > 2 || (copies == 2 && lifts != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "no such table");
        return NULL;
    }
    int64_t depth = (int64_t)high - low + 1, block = ((int64_t)width + 1) * (depth + 1);
    if (block > MOST_CELLS || block * height * copies > MOST_CELLS) {
        PyErr_SetString(PyExc_ValueError, "too many cells");
        return NULL;
    }
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Table *table = (Table *)alloc(type, 0);
    if (!table)
        return NULL;
    table->width = width;
    table->height = height;
    table->low = low;
    table->depth = (int32_t)depth;
    table->row = width + 1;
    table->block = (int32_t)block;
    table->bits = (int32_t)(block * height);
    table->copies = copies;
    table->cells = table->bits * copies;
    if (lifts != Py_None && read_lifts(table, lifts)) {
        Py_DECREF((PyObject *)table);
        return NULL;
    }
    return (PyObject *)table;
}

static void table_dealloc(Table *table) {
    PyTypeObject *type = Py_TYPE((PyObject *)table);
    for (int overlay = 0; overlay < OVERLAYS; overlay++)
        clear_arcs(&table->arcs[overlay]);
    free(table->lifts);
    free_scratch(&table->spare);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(table);
    Py_DECREF(type);
}

/* cell(cube): the cell of an anchor in the first copy; -1 where there is none */
static PyObject *table_cell_of(Table *table, PyObject *given) {
    int32_t cube[3];
    if (as_ints(given, 3, cube, "cube"))
        return NULL;
    return PyLong_FromLong(table_cell(table, cube[0], cube[1], cube[2]));
}

static PyMethodDef table_methods[] = {
    {"add", (PyCFunction)table_add, METH_VARARGS, "Put the moves of one overlay into the table, once."},
    {"cell", (PyCFunction)table_cell_of, METH_O, "The cell of an anchor in the first copy; -1 where there is none."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_doc, "The moves of one kind of mover, compiled to arcs between cells."},
    {Py_tp_new, table_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, table_methods},
    {0, NULL},
};

PyType_Spec table_spec = {
    .name = "fivefoot.engine.search._native.Table",
    .basicsize = sizeof(Table),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = table_slots,
};
