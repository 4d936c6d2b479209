/* The module `_native`: its types, its two ways to begin a search, and the marks that cells take. */

#include "native.h"

State *module_state(PyObject *self) { return (State *)PyModule_GetState(self); }

/* --- what Python gives, checked before it is used ------------------------------------------------- */

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

/* --- the module ---------------------------------------------------------------------------------- */

static PyMethodDef module_methods[] = {
    {"search", (PyCFunction)(void (*)(void))module_search, METH_FASTCALL,
     "search(table, first, level, limit, side, held, planes, regions, spaces): with marks given as sets of cubes."},
    {"search_among", (PyCFunction)(void (*)(void))module_search_among, METH_FASTCALL,
     "search_among(table, first, level, limit, side, held, rows): with marks put on the spaces of creatures."},
    {"line", (PyCFunction)(void (*)(void))module_line, METH_FASTCALL,
     "line(tops, width, height, a, b): whether there is a line of effect between two boxes."},
    {"sight", (PyCFunction)(void (*)(void))module_sight, METH_FASTCALL,
     "sight(shut, width, height, x, y): bytes with 1 for each open square that has a line of effect from a square."},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module) {
    State *state = module_state(module);
    state->table_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &table_spec, NULL);
    state->search_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &search_spec, NULL);
    if (!state->table_type || !state->search_type)
        return -1;
    if (PyModule_AddType(module, state->table_type) || PyModule_AddType(module, state->search_type) ||
        PyModule_AddIntMacro(module, COSTLY) || PyModule_AddIntMacro(module, CORPSE) ||
        PyModule_AddIntMacro(module, CLOSED) || PyModule_AddIntMacro(module, NO_STOP) ||
        PyModule_AddIntMacro(module, SHARED) || PyModule_AddIntMacro(module, ONE_WAY) ||
        PyModule_AddIntMacro(module, DEAR) || PyModule_AddIntMacro(module, MOST_REGIONS) ||
        PyModule_AddIntMacro(module, MOST_THREATS) || PyModule_AddIntMacro(module, INTERFACE))
        return -1;
    return 0;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg) {
    State *state = module_state(module);
    Py_VISIT(state->table_type);
    Py_VISIT(state->search_type);
    return 0;
}

static int module_clear(PyObject *module) {
    State *state = module_state(module);
    Py_CLEAR(state->table_type);
    Py_CLEAR(state->search_type);
    return 0;
}

static void module_free(void *module) { module_clear((PyObject *)module); }

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef module_def = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_native",
    .m_doc = "The compiled search.",
    .m_size = sizeof(State),
    .m_methods = module_methods,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&module_def); }
