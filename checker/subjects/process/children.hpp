// Ctrl-C, and being told to end: the children are ended and waited for first, so that none stays behind, not even as a
// zombie where process 1 waits for nobody; then their folders are removed. A kill that cannot be caught closes their
// pipes, and they end by themselves; their folders stay.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace conform {

/// From now on this child, and all of its process group, goes first.
void watchChild(pid_t child);
/// It has ended, and was waited for.
void forgetChild(pid_t child);

/// From now on this folder, which a child works in, is removed when we are told to end.
void watchFolder(const std::filesystem::path& folder);
/// Removes it now. Its child has ended; what that one had started may take a moment more.
void removeFolder(const std::filesystem::path& folder);

}  // namespace conform
