/* What Python gives, checked before it is used. */

#include "native.h"

/* A whole number within bounds; -1 with an error set. */
int as_int(PyObject *given, int32_t low, int32_t high, const char *name, int32_t *into) {
    int overflow = 0;
    long long found = PyLong_AsLongLongAndOverflow(given, &overflow);
    if (found == -1 && PyErr_Occurred())
        return -1;
    if (overflow || found < low || found > high) {
        PyErr_Format(PyExc_ValueError, "%s is %R; it must be from %i to %i", name, given, (int)low, (int)high);
        return -1;
    }
    *into = (int32_t)found;
    return 0;
}

/* So many whole numbers from a tuple, each cut to what coordinates may be; -1 with an error set. */
int as_ints(PyObject *given, int count, int32_t *into, const char *name) {
    if (!PyTuple_Check(given) || PyTuple_Size(given) != count) {
        PyErr_Format(PyExc_TypeError, "%s must be a tuple of %i numbers", name, count);
        return -1;
    }
    for (int number = 0; number < count; number++) {
        int overflow = 0;
        long long found = PyLong_AsLongLongAndOverflow(PyTuple_GetItem(given, number), &overflow);
        if (found == -1 && PyErr_Occurred())
            return -1;
        if (overflow)
            found = overflow > 0 ? FARTHEST : -FARTHEST;
        into[number] = (int32_t)(found < -FARTHEST ? -FARTHEST : found > FARTHEST ? FARTHEST : found);
    }
    return 0;
}

/* The bits of a set of cubes, which must be bytes with a bit for each cube; NULL with an error set. */
const uint8_t *as_cubes(const Table *table, PyObject *given, const char *name) {
    if (!PyBytes_Check(given)) {
        PyErr_Format(PyExc_TypeError, "%s must be bytes", name);
        return NULL;
    }
    if (PyBytes_Size(given) < (Py_ssize_t)table->bits / 8 + 1) {
        PyErr_Format(PyExc_ValueError, "%s holds %zd bytes; %i cubes need %i", name, PyBytes_Size(given),
                     (int)table->bits, (int)(table->bits / 8 + 1));
        return NULL;
    }
    return (const uint8_t *)PyBytes_AsString(given);
}

/* An anchor as the tuple that Python knows. */
PyObject *cube_tuple(const Table *table, int32_t cell) {
    Cube cube = table_cube(table, cell);
    return Py_BuildValue("(iii)", (int)cube.x, (int)cube.y, (int)cube.z);
}
