/** What a request's `model` names: a project, and one of its models or (null) its default. */
export function namesOf(model: string): { project: string; model: string | null } {
  const slash = model.indexOf('/');
  return slash < 0
    ? { project: model, model: null }
    : { project: model.slice(0, slash), model: model.slice(slash + 1) };
}
