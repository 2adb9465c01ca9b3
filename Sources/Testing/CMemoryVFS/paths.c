// SPDX-License-Identifier: Apache-2.0

#include "disk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Finds the disk of a path, which must not be dark, and what stands at the path.
static int find(const char *path, struct memory_disk **disk, const char **rest, struct node **node) {
  *disk = disk_of(path, rest);
  if (!*disk || (*disk)->is_dark) return EIO;
  // The root is always there.
  *node = **rest ? entry_find(*disk, *rest) : &memory_folder;
  return 0;
}

static bool has_folder(const struct memory_disk *disk, const char *rest) {
  const char *slash = strrchr(rest, '/');
  if (!slash || slash == rest) return true;
  char *folder = strndup(rest, (size_t)(slash - rest));
  bool is_there = folder && entry_find(disk, folder) == &memory_folder;
  free(folder);
  return is_there;
}

static int set(struct memory_disk *disk, const char *rest, struct node *node) {
  return entry_change(disk, (const char *[]){rest}, (struct node *[]){node}, 1);
}

// MARK: Files

static int make(struct memory_disk *disk, const char *rest, struct node **node) {
  if (!has_folder(disk, rest)) return ENOENT;
  *node = node_make(disk);
  (*node)->references = 1;
  int result = set(disk, rest, *node);
  // Where it succeeded, the entry holds the file from now on.
  if (result) node_release(disk, *node);
  else (*node)->references--;
  return result;
}

int memory_file_open(const char *path, enum memory_file_opening opening, struct memory_file **file) {
  struct memory_disk *disk;
  const char *rest;
  struct node *node;
  int result = find(path, &disk, &rest, &node);
  if (result) return result;
  if (node == &memory_folder) return EISDIR;
  if (node && opening == MEMORY_FILE_NEW) return EEXIST;
  if (!node && opening == MEMORY_FILE_EXISTING) return ENOENT;
  if (!node && (result = make(disk, rest, &node))) return result;
  *file = calloc(1, sizeof **file);
  if (!*file) return ENOMEM;
  **file = (struct memory_file){.disk = disk, .mount = disk->mount, .node = node, .descriptor = -1};
  node->references++;
  disk->references++;
  return 0;
}

void memory_file_close(struct memory_file *file) {
  struct memory_disk *disk = file->disk;
  if (file->descriptor >= 0) {
    close(file->descriptor);
    bool is_current = file->mount == disk->mount;
    if (is_current && --file->node->descriptor_users <= 0) node_stop_reading(file->node);
  }
  node_release(disk, file->node);
  free(file);
  disk_release(disk);
}

// MARK: Paths

int memory_path_size(const char *path, int64_t *size) {
  struct memory_disk *disk;
  const char *rest;
  struct node *node;
  int result = find(path, &disk, &rest, &node);
  if (result) return result;
  if (!node) return ENOENT;
  *size = node == &memory_folder ? 0 : (int64_t)node->content->size;
  return 0;
}

// Renames everything in a folder, one by one: a crash in between leaves it in part, unless it is made safe as a whole.
static int rename_contents(struct memory_disk *disk, const char *rest, const char *new_rest) {
  size_t length = strlen(rest);
  size_t count = 0;
  char **names = calloc(disk->entry_count + 1, sizeof *names);
  if (!names) return ENOMEM;
  for (size_t place = 0; place < disk->entry_capacity; place++) {
    const struct name *name = disk->entries[place].name;
    if (name && name->length > length && name->text[length] == '/' && !memcmp(name->text, rest, length)) {
      names[count++] = strdup(name->text);
    }
  }
  int result = 0;
  for (size_t number = 0; number < count; number++) {
    size_t new_length = strlen(new_rest) + strlen(names[number]) - length;
    char *target = malloc(new_length + 1);
    if (!target) abort();
    strcpy(target, new_rest);
    strcat(target, names[number] + length);
    struct node *node = entry_find(disk, names[number]);
    if (!result) {
      result = entry_change(disk, (const char *[]){names[number], target}, (struct node *[]){NULL, node}, 2);
    }
    free(target);
    free(names[number]);
  }
  free(names);
  return result;
}

// Finds what is at a path, and what is where it is to be as well, which must be on the same disk and in a folder.
static int find_both(const char *path, const char *new_path, struct memory_disk **disk, const char **rest,
                     const char **new_rest, struct node **node, struct node **old) {
  struct memory_disk *new_disk;
  int result = find(path, disk, rest, node);
  if (!result) result = find(new_path, &new_disk, new_rest, old);
  if (result) return result;
  if (*disk != new_disk) return EXDEV;
  return *node && has_folder(*disk, *new_rest) ? 0 : ENOENT;
}

int memory_path_rename(const char *path, const char *new_path) {
  struct memory_disk *disk;
  const char *rest, *new_rest;
  struct node *node, *old;
  int result = find_both(path, new_path, &disk, &rest, &new_rest, &node, &old);
  if (result) return result;
  if (old == &memory_folder) return EISDIR;
  result = entry_change(disk, (const char *[]){rest, new_rest}, (struct node *[]){NULL, node}, 2);
  if (!result && node == &memory_folder) {
    result = rename_contents(disk, rest, new_rest);
    // One entry on a real disk: whatever becomes of it takes all that is below along.
    if (!result) entries_make_safe(disk, NULL);
  }
  return result;
}

int memory_path_link(const char *path, const char *new_path) {
  struct memory_disk *disk;
  const char *rest, *new_rest;
  struct node *node, *old;
  int result = find_both(path, new_path, &disk, &rest, &new_rest, &node, &old);
  if (result) return result;
  if (node == &memory_folder) return EPERM;
  return old ? EEXIST : set(disk, new_rest, node);
}

int memory_path_remove(const char *path) {
  struct memory_disk *disk;
  const char *rest;
  struct node *node;
  int result = find(path, &disk, &rest, &node);
  if (result) return result;
  if (!node) return ENOENT;
  return node == &memory_folder ? EISDIR : set(disk, rest, NULL);
}

// MARK: Folders

int memory_path_make_folder(const char *path) {
  struct memory_disk *disk;
  const char *rest;
  struct node *node;
  int result = find(path, &disk, &rest, &node);
  if (result) return result;
  if (node) return EEXIST;
  return has_folder(disk, rest) ? set(disk, rest, &memory_folder) : ENOENT;
}

int memory_path_remove_folder(const char *path) {
  struct memory_disk *disk;
  const char *rest;
  struct node *node;
  int result = find(path, &disk, &rest, &node);
  if (result) return result;
  if (!node) return ENOENT;
  if (node != &memory_folder) return ENOTDIR;
  size_t length = strlen(rest);
  for (size_t place = 0; place < disk->entry_capacity; place++) {
    const struct name *name = disk->entries[place].name;
    if (name && entry_is_in(name, rest, length)) return ENOTEMPTY;
  }
  return set(disk, rest, NULL);
}

int memory_path_sync_folder(const char *path) {
  struct memory_disk *disk;
  const char *rest;
  struct node *node;
  int result = find(path, &disk, &rest, &node);
  if (result) return result;
  if (node != &memory_folder) return ENOENT;
  result = disk_fate(disk, MEMORY_DISK_SYNC);
  if (!result) entries_make_safe(disk, rest);
  return result;
}

int memory_path_sync_all(const char *path) {
  struct memory_disk *disk;
  const char *rest;
  struct node *node;
  int result = find(path, &disk, &rest, &node);
  if (!result) result = disk_fate(disk, MEMORY_DISK_SYNC);
  if (result) return result;
  entries_make_safe(disk, NULL);
  for (node = disk->nodes; node; node = node->next) node_make_safe(node);
  return 0;
}

int memory_path_list(const char *path, void (*found)(void *context, const char *name), void *context) {
  struct memory_disk *disk;
  const char *rest;
  struct node *node;
  int result = find(path, &disk, &rest, &node);
  if (result) return result;
  if (!node) return ENOENT;
  if (node != &memory_folder) return ENOTDIR;
  size_t length = strlen(rest);
  for (size_t place = 0; place < disk->entry_capacity; place++) {
    const struct name *name = disk->entries[place].name;
    if (name && entry_is_in(name, rest, length)) found(context, name->text + length + 1);
  }
  return 0;
}
