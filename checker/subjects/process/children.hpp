// Ctrl-C, and being told to end: the children are ended and waited for first, so that none stays behind, not even as a
// zombie where process 1 waits for nobody. A kill that cannot be caught closes their pipes, and they end by themselves.
#pragma once

#include <sys/types.h>

namespace conform {

/// From now on this child, and all of its process group, goes first.
void watchChild(pid_t child);
/// It has ended, and was waited for.
void forgetChild(pid_t child);

}  // namespace conform
