/* Which squares have a line of effect from one square, over level floors without walls on edges.
 *
 * The same lines as in `engine/geometry/line_of_effect.py`: from middle to middle, or from a corner to a corner, a hair
 * inside. Times of crossing are whole numbers, so that a line through a corner is seen exactly.
 */

#include "native.h"

#include <stdlib.h>

#define WIDTH 64
#define MOST_SIDE 4096

typedef struct {
    const uint8_t *shut; /* 1 for squares that cut lines, row by row */
    int32_t width, x, y; /* the row's length, and the square seen from */
} Sight;

static int shut_at(const Sight *sight, int32_t x, int32_t y) {
    return sight->shut[(size_t)(sight->y + y) * (size_t)sight->width + (size_t)(sight->x + x)];
}

/* Whether a line is clear from a point in the first square to one in the square (dx, dy) off. */
static int passes(const Sight *sight, int32_t dx, int32_t dy, int32_t px, int32_t py, int32_t qx, int32_t qy) {
    int64_t length_x = (int64_t)dx * WIDTH + qx - px, length_y = (int64_t)dy * WIDTH + qy - py;
    int32_t step_x = length_x > 0 ? 1 : -1, step_y = length_y > 0 ? 1 : -1;
    int64_t far_x = length_x > 0 ? length_x : -length_x, far_y = length_y > 0 ? length_y : -length_y;
    int64_t scale_x = far_y ? far_y : 1, scale_y = far_x ? far_x : 1, whole = scale_x * scale_y;
    int64_t next_x = far_x ? (length_x > 0 ? WIDTH - px : px) * scale_x : whole;
    int64_t next_y = far_y ? (length_y > 0 ? WIDTH - py : py) * scale_y : whole;
    int32_t x = 0, y = 0;
    for (;;) {
        int64_t now = next_x < next_y ? next_x : next_y;
        if (now >= whole)
            return 1;
        int32_t from_x = x, from_y = y;
        if (next_x == now) {
            next_x += WIDTH * scale_x;
            x += step_x;
        }
        if (next_y == now) {
            next_y += WIDTH * scale_y;
            y += step_y;
        }
        if ((x != dx || y != dy) && shut_at(sight, x, y))
            return 0;
        if (x != from_x && y != from_y && shut_at(sight, x, from_y) && shut_at(sight, from_x, y))
            return 0;
    }
}

static int seen(const Sight *sight, int32_t dx, int32_t dy) {
    static const int32_t ends[] = {1, WIDTH - 1}, middle[] = {WIDTH / 2};
    if (abs(dx) + abs(dy) <= 1 || passes(sight, dx, dy, WIDTH / 2, WIDTH / 2, WIDTH / 2, WIDTH / 2))
        return 1;
    const int32_t *along = dx ? ends : middle, *across = dy ? ends : middle;
    int count_x = dx ? 2 : 1, count_y = dy ? 2 : 1;
    for (int a = 0; a < count_x; a++)
        for (int b = 0; b < count_y; b++)
            for (int c = 0; c < count_x; c++)
                for (int d = 0; d < count_y; d++)
                    if (passes(sight, dx, dy, along[a], across[b], along[c], across[d]))
                        return 1;
    return 0;
}

/* sight(shut, width, height, x, y): bytes with 1 for each open square that has a line from the square x, y. */
PyObject *module_sight(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    int32_t width, height, x, y;
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "sight takes shut, width, height, x and y");
        return NULL;
    }
    if (!PyBytes_Check(given[0])) {
        PyErr_SetString(PyExc_TypeError, "shut must be bytes");
        return NULL;
    }
    if (as_int(given[1], 1, MOST_SIDE, "width", &width) || as_int(given[2], 1, MOST_SIDE, "height", &height) ||
        as_int(given[3], 0, width - 1, "x", &x) || as_int(given[4], 0, height - 1, "y", &y))
        return NULL;
    Py_ssize_t size = (Py_ssize_t)width * height;
    if (PyBytes_Size(given[0]) != size) {
        PyErr_Format(PyExc_ValueError, "shut holds %zd bytes; the board needs %zd", PyBytes_Size(given[0]), size);
        return NULL;
    }
    PyObject *found = PyBytes_FromStringAndSize(NULL, size);
    if (!found)
        return NULL;
    Sight sight = {(const uint8_t *)PyBytes_AsString(given[0]), width, x, y};
    uint8_t *into = (uint8_t *)PyBytes_AsString(found);
    for (int32_t to_y = 0; to_y < height; to_y++)
        for (int32_t to_x = 0; to_x < width; to_x++, into++)
            *into = !shut_at(&sight, to_x - x, to_y - y) && seen(&sight, to_x - x, to_y - y);
    return found;
}
