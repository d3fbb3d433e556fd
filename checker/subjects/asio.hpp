// The one place that includes Boost.Asio. Asio 1.74 needs <utility> before it with this compiler.
#pragma once

#include <utility>

#include <boost/asio.hpp>
