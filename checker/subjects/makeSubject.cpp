#include "checker/subjects/Subject.hpp"
#include "model/vocabulary/suggest.hpp"

namespace conform {

std::unique_ptr<Subject> makeSubject(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  std::vector<std::string> names;
  for (const SubjectKind* known : subjectKinds()) {
    if (known->name == kind)
      return known->make(colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1));
    names.emplace_back(known->name);
  }
  const std::string hint = didYouMean(kind, names);
  throw SubjectError(SubjectError::Why::Usage, "there is no subject \"" + std::string{kind} + "\"" + hint +
                                                   (hint.empty() ? "; see " : " See ") + "conform list subjects");
}

}  // namespace conform
