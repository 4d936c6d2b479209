/* Marks on cells: who is where, and what that means for the mover. */

#include "native.h"

#include <stdlib.h>
#include <string.h>

static int need_regions(Search *search, int region) {
    if (region >= 0 && !search->regions) {
        search->regions = calloc((size_t)search->size, sizeof(uint32_t));
        if (!search->regions) {
            PyErr_NoMemory();
            return -1;
        }
    }
    return 0;
}

static inline void put(Search *search, int64_t cell, int mark, int region) {
    if (!in_window(search, cell))
        return;
    int32_t slot = slot_of(search, (int32_t)cell);
    search->marks[slot] |= (uint8_t)mark;
    if (mark & CLOSED)
        search->best[slot] = SHUT;
    if (region >= 0)
        search->regions[slot] |= (uint32_t)1 << region;
}

/* Mark a set of cubes, given as the board's bits. */
int put_plane(Search *search, const uint8_t *bits, int mark, int region) {
    const Table *table = search->table;
    if (need_regions(search, region))
        return -1;
    if (mark & (COSTLY | CORPSE))
        search->overlaid |= mark & (COSTLY | CORPSE), search->near_all = 1;
    int64_t low = search->origin, high = low + search->span; /* of the board's bits */
    if (table->lifts) {
        low -= low % table->block;
        high += table->block;
    }
    if (high > table->bits)
        high = table->bits;
    for (int64_t byte = low >> 3; byte <= (high - 1) >> 3; byte++) {
        unsigned held = bits[byte];
        for (; held; held &= held - 1) {
            int32_t cell = bit_cell(table, (int32_t)(byte * 8 + lowest_bit(held)));
            if (cell < 0)
                continue;
            put(search, cell, mark, region);
            if (table->copies == 2)
                put(search, (int64_t)cell + table->bits, mark, region);
        }
    }
    return 0;
}

/* Mark the anchors of a box, both corners included. */
static void put_anchors(Search *search, Box box, int mark, int region) {
    const Table *table = search->table;
    int32_t x0 = box.x0 < 0 ? 0 : box.x0, x1 = box.x1 >= table->width ? table->width - 1 : box.x1;
    int32_t y0 = box.y0 < 0 ? 0 : box.y0, y1 = box.y1 >= table->height ? table->height - 1 : box.y1;
    int32_t z0 = box.z0 - table->low, z1 = box.z1 - table->low;
    z0 = z0 < 0 ? 0 : z0;
    z1 = z1 >= table->depth ? table->depth - 1 : z1;
    if (z0 > z1)
        return;
    for (int32_t y = y0; y <= y1; y++) {
        int64_t line = (int64_t)y * table->block;
        if (line + table->block <= search->origin || line >= (int64_t)search->origin + search->span)
            continue;
        if (table->lifts) {
            const int32_t *lifts = table->lifts + (int64_t)y * table->width;
            for (int32_t x = x0; x <= x1; x++)
                if (lifts[x] >= z0 && lifts[x] <= z1)
                    put(search, line + x, mark, region);
            continue;
        }
        for (int32_t z = z0; z <= z1; z++)
            for (int32_t x = x0; x <= x1; x++) {
                int64_t cell = line + (int64_t)z * table->row + x;
                put(search, cell, mark, region);
                if (table->copies == 2)
                    put(search, cell + table->bits, mark, region);
            }
    }
}

/* Mark the anchors at which the mover meets a space. */
int put_space(Search *search, Box space, int mark, int region) {
    int32_t reach = search->side - 1;
    if (need_regions(search, region))
        return -1;
    if (mark & DEAR) {
        if (search->dear_count == search->dear_room) {
            int32_t room = search->dear_room ? 2 * search->dear_room : 8;
            Box *dear = realloc(search->dear, (size_t)room * sizeof(Box));
            if (!dear) {
                PyErr_NoMemory();
                return -1;
            }
            search->dear = dear;
            search->dear_room = room;
        }
        search->dear[search->dear_count++] = space;
    }
    mark &= ~DEAR;
    Box anchors = {space.x0 - reach, space.y0 - reach, space.z0 - reach, space.x1, space.y1, space.z1};
    put_anchors(search, anchors, mark, region);
    if (mark & (COSTLY | CORPSE)) {
        Box around = {anchors.x0 - 1, anchors.y0 - 1, anchors.z0 - 1, anchors.x1 + 1, anchors.y1 + 1, anchors.z1 + 1};
        search->overlaid |= mark & (COSTLY | CORPSE);
        put_anchors(search, around, NEAR, -1);
    }
    return 0;
}

/* Mark where other creatures are. `rows` are (space, marks), a space of six numbers.
 *
 * Returns 1 where there are more one-way spaces than it can tell apart, 0 where all went well, -1 with an error set. */
int put_rows(Search *search, PyObject *rows) {
    if (!PyTuple_Check(rows)) {
        PyErr_SetString(PyExc_TypeError, "rows must be a tuple");
        return -1;
    }
    int32_t regions = 0;
    for (Py_ssize_t number = 0; number < PyTuple_Size(rows); number++) {
        PyObject *row = PyTuple_GetItem(rows, number);
        int32_t marks, at[6];
        if (!PyTuple_Check(row) || PyTuple_Size(row) != 2) {
            PyErr_SetString(PyExc_TypeError, "a row must be a pair of a space and marks");
            return -1;
        }
        if (as_ints(PyTuple_GetItem(row, 0), 6, at, "a space") ||
            as_int(PyTuple_GetItem(row, 1), 0, 127, "marks", &marks))
            return -1;
        if (marks & ONE_WAY && regions >= MOST_REGIONS)
            return 1;
        Box space = {at[0], at[1], at[2], at[3], at[4], at[5]};
        if (marks && put_space(search, space, marks & ~ONE_WAY, marks & ONE_WAY ? regions++ : -1))
            return -1;
    }
    return 0;
}

/* Whether a step brings the mover newly into some of a space that is dear to enter. */
int newly_enters(const Search *search, int32_t from, int32_t to) {
    Cube old = table_cube(search->table, from), new = table_cube(search->table, to);
    int32_t reach = search->side - 1;
    for (int32_t number = 0; number < search->dear_count; number++) {
        Box space = search->dear[number];
        int32_t x0 = new.x > space.x0 ? new.x : space.x0, x1 = new.x + reach < space.x1 ? new.x + reach : space.x1;
        int32_t y0 = new.y > space.y0 ? new.y : space.y0, y1 = new.y + reach < space.y1 ? new.y + reach : space.y1;
        int32_t z0 = new.z > space.z0 ? new.z : space.z0, z1 = new.z + reach < space.z1 ? new.z + reach : space.z1;
        if (x0 > x1 || y0 > y1 || z0 > z1)
            continue;
        if (x0 < old.x || x1 > old.x + reach || y0 < old.y || y1 > old.y + reach || z0 < old.z || z1 > old.z + reach)
            return 1;
    }
    return 0;
}
