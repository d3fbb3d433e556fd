// What the author says is allowed.
#include <algorithm>

#include "checker/scenario/Reader.hpp"
#include "model/vocabulary/suggest.hpp"

namespace conform {
namespace {

ExpectedValue valueIn(Reader& reader, const Cursor& at) {
  const JsonNode& node = *at.node;
  if (node.kind == JsonNode::Kind::Boolean) return node.boolean;
  if (node.isString()) {
    if (node.text == "*") return AnyValue{};
    if (node.text == "undefined") return Undefined{};
    return node.text;
  }
  if (node.isArray()) {
    Numbers numbers;
    for (std::size_t i = 0; i < node.items.size(); ++i) numbers.push_back(reader.number(at.item(i)));
    return numbers;
  }
  if (node.isObject()) {
    ObjectReader object{reader, at};
    if (const auto message = object.need("message"))
      reader.oneOf<bool>(*message, "the message of a lost context, whose text is left open", {{"any", true}});
    object.finish();
    return LostInfo{};
  }
  reader.expected(at, "a value: an array of numbers, a string, true, false, or {\"message\": \"any\"}");
  return AnyValue{};
}

Error errorIn(Reader& reader, const Cursor& at) {
  const std::string name = reader.string(at);
  const std::optional<Error> error = errorNamed(name);
  if (!error && at.node->isString()) {
    std::vector<std::string> all;
    using enum Error;
    for (const Error one :
         {TypeError, RangeError, SyntaxError, InvalidStateError, UnknownError, OperationError, NotSupportedError,
          SecurityError, AbortError, DataError, NotReadableError, QuotaExceededError})
      all.emplace_back(nameOf(one));
    reader.error(at, "no error \"" + name.substr(0, 60) + "\"" + didYouMean(name, all));
  }
  return error.value_or(Error::TypeError);
}

void onlyTrue(Reader& reader, const Cursor& at) {
  if (!reader.boolean(at) && at.node->kind == JsonNode::Kind::Boolean) reader.expected(at, "true");
}

ExpectedOutcome outcomeIn(Reader& reader, const Cursor& at) {
  ExpectedOutcome outcome;
  ObjectReader object{reader, at};
  std::size_t given = 0;
  const auto take = [&](const char* key, OutcomeKind kind) {
    const std::optional<Cursor> found = object.get(key);
    if (found) outcome.kind = kind, ++given;
    return found;
  };
  if (const auto value = take("resolved", OutcomeKind::Resolved)) outcome.value = valueIn(reader, *value);
  if (const auto value = take("returns", OutcomeKind::Returns)) outcome.value = valueIn(reader, *value);
  if (const auto error = take("rejected", OutcomeKind::Rejected)) outcome.error = errorIn(reader, *error);
  if (const auto error = take("throws", OutcomeKind::Throws)) outcome.error = errorIn(reader, *error);
  if (const auto pending = take("pending", OutcomeKind::Pending)) onlyTrue(reader, *pending);
  if (const auto notRun = take("notRun", OutcomeKind::NotRun)) onlyTrue(reader, *notRun);
  object.finish();
  if (given != 1 && at.node->isObject())
    reader.error(at, "an outcome is one of resolved, rejected, throws, returns, pending, notRun");
  return outcome;
}

std::string nameIn(Reader& reader, const Cursor& at, const std::string& name) {
  if (reader.names.contains(name)) return name;
  std::vector<std::string> all;
  for (const auto& [known, entry] : reader.names) all.push_back(known);
  reader.error(at, "no call named \"" + name.substr(0, 60) + "\"" + didYouMean(name, all));
  return name;
}

std::vector<std::vector<std::string>> sequencesIn(Reader& reader, const Cursor& at) {
  std::vector<std::vector<std::string>> sequences;
  if (!reader.isArray(at)) return sequences;
  for (std::size_t i = 0; i < at.node->items.size(); ++i) sequences.push_back(reader.strings(at.item(i)));
  return sequences;
}

std::vector<ExpectedOutcome> outcomesOfName(Reader& reader, const Cursor& at) {
  const JsonNode* oneOf = at.node->isObject() ? at.node->find("oneOf") : nullptr;
  if (!oneOf) return {outcomeIn(reader, at)};
  ObjectReader object{reader, at};
  const Cursor list = *object.get("oneOf");
  object.finish();
  std::vector<ExpectedOutcome> outcomes;
  if (!reader.isArray(list)) return outcomes;
  for (std::size_t i = 0; i < list.node->items.size(); ++i) outcomes.push_back(outcomeIn(reader, list.item(i)));
  if (outcomes.empty()) reader.error(list, "at least one outcome is needed");
  return outcomes;
}

}  // namespace

JointOutcome readJointOutcome(Reader& reader, const Cursor& at) {
  JointOutcome joint;
  if (!reader.isObject(at)) return joint;
  for (std::size_t i = 0; i < at.node->keys.size(); ++i) {
    const Cursor member = at.member(i);
    joint[nameIn(reader, member, at.node->keys[i])] = outcomeIn(reader, member);
  }
  return joint;
}

Claim readClaim(Reader& reader, const Cursor& at) {
  Claim claim;
  claim.place = reader.placeOfNode(at);
  if (!reader.isObject(at)) return claim;
  for (std::size_t i = 0; i < at.node->keys.size(); ++i) {
    const std::string& key = at.node->keys[i];
    const Cursor member = at.member(i);
    if (key == "outcomes") {
      claim.outcomes.emplace();
      if (!reader.isArray(member)) continue;
      for (std::size_t j = 0; j < member.node->items.size(); ++j)
        claim.outcomes->push_back(readJointOutcome(reader, member.item(j)));
    } else if (key == "order") {
      claim.order = sequencesIn(reader, member);
    } else if (key == "trace") {
      claim.trace = sequencesIn(reader, member);
    } else if (key == "ambiguous") {
      claim.ambiguous = reader.boolean(member);
    } else if (key == "default") {
      claim.byDefault = readJointOutcome(reader, member);
    } else {
      claim.names[nameIn(reader, member, key)] = outcomesOfName(reader, member);
    }
  }
  return claim;
}

}  // namespace conform
