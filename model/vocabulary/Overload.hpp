// Lambdas as one visitor of a variant.
#pragma once

namespace conform {

template <class... Ts>
struct Overload : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overload(Ts...) -> Overload<Ts...>;

}  // namespace conform
