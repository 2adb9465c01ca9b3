// SPDX-License-Identifier: Apache-2.0

// libedit, with what Swift cannot import of it: functions of varying arguments, each by what it is called for.
#ifndef CLIBEDIT_SHIMS_H
#define CLIBEDIT_SHIMS_H

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>

/// The action of a key. Returns one of the CC_ numbers.
typedef unsigned char (*clibedit_function)(EditLine *, int);

/// Makes an editor on standard input and output.
static inline EditLine *clibedit_make(const char *program) {
  return el_init(program, stdin, stdout, stderr);
}

static inline int clibedit_set_prompt(EditLine *editor, char *(*prompt)(EditLine *)) {
  return el_set(editor, EL_PROMPT, prompt);
}

static inline int clibedit_set_context(EditLine *editor, void *context) {
  return el_set(editor, EL_CLIENTDATA, context);
}

static inline void *clibedit_context(EditLine *editor) {
  void *context = 0;
  return el_get(editor, EL_CLIENTDATA, &context) == 0 ? context : 0;
}

static inline int clibedit_use_emacs_keys(EditLine *editor) {
  return el_set(editor, EL_EDITOR, "emacs");
}

static inline int clibedit_add_function(EditLine *editor, const char *name, const char *help, clibedit_function body) {
  return el_set(editor, EL_ADDFN, name, help, body);
}

static inline int clibedit_bind(EditLine *editor, const char *key, const char *function) {
  return el_set(editor, EL_BIND, key, function, NULL);
}

/// Reads a key: gives 1, 0 at the end of the input, or -1.
typedef int (*clibedit_reader)(EditLine *, wchar_t *);

static inline int clibedit_set_reader(EditLine *editor, clibedit_reader reader) {
  return el_set(editor, EL_GETCFN, reader);
}

/// Reads a character of standard input; what is not UTF-8 is left out.
static inline int clibedit_read(wchar_t *character) {
  mbstate_t state = {0};
  for (;;) {
    char byte;
    const ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count != 1) return (int)count;
    const int is_first = mbsinit(&state);
    size_t length = mbrtowc(character, &byte, 1, &state);
    if (length == (size_t)-1) {
      // What breaks a character off may begin another.
      state = (mbstate_t){0};
      length = is_first ? length : mbrtowc(character, &byte, 1, &state);
      if (length == (size_t)-1) state = (mbstate_t){0};
    }
    if (length == 0 || length == 1) return 1;
  }
}

/// While a line is edited, keys that make signals are keys like all others.
static inline int clibedit_take_signal_keys(EditLine *editor) {
  return el_set(editor, EL_SETTY, "-d", "-isig", NULL);
}

static inline int clibedit_set_history(EditLine *editor, History *history_of_lines) {
  return el_set(editor, EL_HIST, history, history_of_lines);
}

static inline int clibedit_set_history_size(History *lines, int count) {
  HistEvent event;
  return history(lines, &event, H_SETSIZE, count);
}

static inline int clibedit_add_to_history(History *lines, const char *line) {
  HistEvent event;
  return history(lines, &event, H_ENTER, line);
}

#endif
