// What a JavaScript variable can hold here. Script timeline.
#pragma once

#include <string>
#include <variant>

#include "model/vocabulary/Number.hpp"
#include "model/vocabulary/Scenario.hpp"
#include "model/vocabulary/Value.hpp"

namespace conform::cpu {

class Promise;
struct MLContext;
struct MLTensor;
struct MLGraph;
struct MLGraphBuilder;
struct MLOperand;
struct BufferSource;

/// MLContextLostInfo. An object: it has an identity.
struct MLContextLostInfo {
  std::string message;
};

/// Objects are held by the realm that made them, to the end of the run.
using JsValue = std::variant<Undefined, Null, bool, Number, std::string, Numbers, MLContext*, MLTensor*, MLGraph*,
                             MLGraphBuilder*, MLOperand*, BufferSource*, MLContextLostInfo*, Promise*>;

/// What a call came to: a value, or what it threw.
using Completion = std::variant<JsValue, Error>;

/// The object, if the value is one of this interface; else null.
template <class Object>
Object* as(const JsValue& value) {
  Object* const* object = std::get_if<Object*>(&value);
  return object == nullptr ? nullptr : *object;
}

/// Whether JavaScript would say that it is an object: only these have a `then`.
inline bool isObject(const JsValue& value) {
  return value.index() >= 5;
}

/// Object identity, or equality of what is no object (Object.is).
inline bool isSame(const JsValue& a, const JsValue& b) {
  return a == b;
}

}  // namespace conform::cpu
