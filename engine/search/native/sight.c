/* Lines of effect, without walls on edges: from one square to all others over level floors, and between two spaces.
 *
 * The same lines as in `engine/geometry/line_of_effect.py`: from middle to middle, or from a corner to a corner, a hair
 * inside. Times of crossing are whole numbers, so that a line through a corner is seen exactly.
 */

#include "native.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH 64
#define SIGHT_SIDE 4096

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
    if (as_int(given[1], 1, SIGHT_SIDE, "width", &width) || as_int(given[2], 1, SIGHT_SIDE, "height", &height) ||
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

#define MOST_BODY 8 /* cubes to a side of a space */

typedef struct {
    const uint8_t *tops; /* for each square an int32: cubes below it cut lines */
    int32_t width, height;
    int32_t from[3]; /* the cube that a line begins in */
} Line;

static int cuts(const Line *line, const int32_t cube[3]) {
    int32_t x = line->from[0] + cube[0], y = line->from[1] + cube[1], top;
    if (x < 0 || y < 0 || x >= line->width || y >= line->height)
        return 1;
    memcpy(&top, line->tops + 4 * ((size_t)y * (size_t)line->width + (size_t)x), 4);
    return line->from[2] + cube[2] < top;
}

/* Whether open cubes lead from one cube side by side to another that it touches at an edge or a corner. */
static int way_round(const Line *line, const int32_t here[3], const int32_t there[3]) {
    for (int axis = 0; axis < 3; axis++) {
        int32_t next[3] = {here[0], here[1], here[2]};
        if (here[axis] == there[axis])
            continue;
        next[axis] = there[axis];
        if (!memcmp(next, there, sizeof next))
            return 1;
        if (!cuts(line, next) && way_round(line, next, there))
            return 1;
    }
    return 0;
}

/* Whether a line is clear from a point in the cube (0, 0, 0) to one in the cube `to`. */
static int threads(const Line *line, const int32_t to[3], const int32_t start[3], const int32_t end[3]) {
    int64_t whole = 1, next[3], pace[3];
    int32_t here[3] = {0, 0, 0}, step[3];
    for (int axis = 0; axis < 3; axis++) {
        int64_t length = (int64_t)to[axis] * WIDTH + end[axis] - start[axis];
        step[axis] = length > 0 ? 1 : -1;
        pace[axis] = length > 0 ? length : -length;
        whole *= pace[axis] ? pace[axis] : 1;
    }
    for (int axis = 0; axis < 3; axis++) {
        if (!pace[axis]) {
            next[axis] = whole;
            continue;
        }
        pace[axis] = whole / pace[axis];
        next[axis] = (step[axis] > 0 ? WIDTH - start[axis] : start[axis]) * pace[axis];
    }
    for (;;) {
        int64_t now = next[0] < next[1] ? next[0] : next[1];
        now = now < next[2] ? now : next[2];
        if (now >= whole)
            return 1;
        int32_t was[3] = {here[0], here[1], here[2]};
        int crossed = 0;
        for (int axis = 0; axis < 3; axis++)
            if (next[axis] == now) {
                next[axis] += WIDTH * pace[axis];
                here[axis] += step[axis];
                crossed++;
            }
        if (memcmp(here, to, sizeof here) && cuts(line, here))
            return 0;
        if (crossed > 1 && !way_round(line, was, here))
            return 0;
    }
}

static int centre_clear(const Line *line, const int32_t to[3]) {
    static const int32_t middle[3] = {WIDTH / 2, WIDTH / 2, WIDTH / 2};
    return abs(to[0]) + abs(to[1]) + abs(to[2]) <= 1 || threads(line, to, middle, middle);
}

static int corners_clear(const Line *line, const int32_t to[3]) {
    for (int corner = 0; corner < 64; corner++) {
        int32_t start[3], end[3];
        int same = 0;
        for (int axis = 0; axis < 3; axis++) {
            int near = corner >> axis & 1, far = corner >> (axis + 3) & 1;
            same |= !to[axis] && (near || far);
            start[axis] = !to[axis] ? WIDTH / 2 : near ? WIDTH - 1 : 1;
            end[axis] = !to[axis] ? WIDTH / 2 : far ? WIDTH - 1 : 1;
        }
        if (!same && threads(line, to, start, end))
            return 1;
    }
    return 0;
}

/* Calls `clear` for each pair of cubes of two boxes; cubes that cut are no ends if the box has others. */
static int some_pair(Line *line, const int32_t a[6], const int32_t b[6], const int open[2],
                     int (*clear)(const Line *, const int32_t *)) {
    const int32_t none[3] = {0, 0, 0};
    for (int32_t z = a[2]; z <= a[5]; z++)
        for (int32_t y = a[1]; y <= a[4]; y++)
            for (int32_t x = a[0]; x <= a[3]; x++) {
                memcpy(line->from, (int32_t[3]){x, y, z}, sizeof line->from);
                if (open[0] && cuts(line, none))
                    continue;
                for (int32_t k = b[2]; k <= b[5]; k++)
                    for (int32_t j = b[1]; j <= b[4]; j++)
                        for (int32_t i = b[0]; i <= b[3]; i++) {
                            const int32_t to[3] = {i - x, j - y, k - z};
                            if ((!open[1] || !cuts(line, to)) && clear(line, to))
                                return 1;
                        }
            }
    return 0;
}

static int some_open(Line *line, const int32_t box[6]) {
    memset(line->from, 0, sizeof line->from);
    for (int32_t z = box[2]; z <= box[5]; z++)
        for (int32_t y = box[1]; y <= box[4]; y++)
            for (int32_t x = box[0]; x <= box[3]; x++)
                if (!cuts(line, (int32_t[3]){x, y, z}))
                    return 1;
    return 0;
}

/* Whether some slab strictly between two boxes cuts everywhere: no line passes that. */
static int walled_off(Line *line, const int32_t a[6], const int32_t b[6]) {
    int32_t low[3], high[3];
    memset(line->from, 0, sizeof line->from);
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = a[axis] < b[axis] ? a[axis] : b[axis];
        high[axis] = a[axis + 3] > b[axis + 3] ? a[axis + 3] : b[axis + 3];
    }
    for (int axis = 0; axis < 3; axis++) {
        int32_t first = a[axis + 3] < b[axis + 3] ? a[axis + 3] : b[axis + 3];
        int32_t last = a[axis] > b[axis] ? a[axis] : b[axis];
        for (int32_t at = first + 1; at < last; at++) {
            int32_t from[3] = {low[0], low[1], low[2]}, to[3] = {high[0], high[1], high[2]};
            from[axis] = to[axis] = at;
            int whole = 1;
            for (int32_t z = from[2]; whole && z <= to[2]; z++)
                for (int32_t y = from[1]; whole && y <= to[1]; y++)
                    for (int32_t x = from[0]; whole && x <= to[0]; x++)
                        whole = cuts(line, (int32_t[3]){x, y, z});
            if (whole)
                return 1;
        }
    }
    return 0;
}

/* line(tops, width, height, a, b): whether there is a line of effect between two boxes of six numbers each. */
PyObject *module_line(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    int32_t width, height, boxes[2][6];
    if (count != 5 || !PyBytes_Check(given[0])) {
        PyErr_SetString(PyExc_TypeError, "line takes tops as bytes, width, height and two boxes");
        return NULL;
    }
    if (as_int(given[1], 1, SIGHT_SIDE, "width", &width) || as_int(given[2], 1, SIGHT_SIDE, "height", &height))
        return NULL;
    if (PyBytes_Size(given[0]) != 4 * (Py_ssize_t)width * height) {
        PyErr_SetString(PyExc_ValueError, "tops does not hold four bytes for each square");
        return NULL;
    }
    for (int box = 0; box < 2; box++) {
        if (!PyTuple_Check(given[3 + box]) || PyTuple_Size(given[3 + box]) != 6) {
            PyErr_SetString(PyExc_TypeError, "a box is a tuple of six numbers");
            return NULL;
        }
        for (int at = 0; at < 6; at++)
            if (as_int(PyTuple_GetItem(given[3 + box], at), -2 * SIGHT_SIDE, 2 * SIGHT_SIDE, "box", &boxes[box][at]))
                return NULL;
    }
    const int32_t *a = boxes[0], *b = boxes[1];
    for (int at = 0; at < 6; at++)
        if (boxes[at / 3][at % 3] > boxes[at / 3][at % 3 + 3] ||
            boxes[at / 3][at % 3 + 3] - boxes[at / 3][at % 3] >= MOST_BODY) {
            PyErr_Format(PyExc_ValueError, "a box has at least 1 and at most %d cubes to a side", MOST_BODY);
            return NULL;
        }
    int apart = 0, single = 1;
    for (int axis = 0; axis < 3; axis++) {
        apart |= a[axis] > b[axis + 3] || b[axis] > a[axis + 3];
        single &= a[axis] == a[axis + 3] && b[axis] == b[axis + 3];
    }
    if (!apart)
        Py_RETURN_TRUE;
    Line line = {(const uint8_t *)PyBytes_AsString(given[0]), width, height, {0, 0, 0}};
    if (walled_off(&line, a, b))
        Py_RETURN_FALSE;
    int open[2] = {!single && some_open(&line, a), !single && some_open(&line, b)};
    if (some_pair(&line, a, b, open, centre_clear) || some_pair(&line, a, b, open, corners_clear))
        Py_RETURN_TRUE;
    Py_RETURN_FALSE;
}
