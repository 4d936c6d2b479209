/* The module `_native`: its types, its two ways to begin a search, and the marks that cells take. */

#include "native.h"

State *module_state(PyObject *self) { return (State *)PyModule_GetState(self); }

static PyMethodDef module_methods[] = {
    {"search", (PyCFunction)(void (*)(void))module_search, METH_FASTCALL,
     "search(table, first, level, limit, side, held, planes, regions, spaces): with marks given as sets of cubes."},
    {"search_among", (PyCFunction)(void (*)(void))module_search_among, METH_FASTCALL,
     "search_among(table, first, level, limit, side, held, rows, mover, meeting): with marks put where creatures "
     "are."},
    {"search_like", (PyCFunction)(void (*)(void))module_search_like, METH_FASTCALL,
     "search_like(search, table, first, level, limit, held): another search among the same creatures, where they were."},
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
    state->x = PyUnicode_InternFromString("x");
    state->y = PyUnicode_InternFromString("y");
    state->z = PyUnicode_InternFromString("z");
    state->shape = PyUnicode_InternFromString("shape");
    state->position = PyUnicode_InternFromString("position");
    if (!state->table_type || !state->search_type || !state->x || !state->y || !state->z || !state->shape ||
        !state->position)
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
    Py_CLEAR(state->x);
    Py_CLEAR(state->y);
    Py_CLEAR(state->z);
    Py_CLEAR(state->shape);
    Py_CLEAR(state->position);
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
