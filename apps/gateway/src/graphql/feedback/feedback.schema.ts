/** Feedback on completions. */
export const feedbackSchema = /* GraphQL */ `
  type DirectScore {
    id: UUID!
    "A number; 1 for true, 0 for false."
    value: Float!
    metric: Metric
    reason: String
    details: String
    createdAt: Timestamp!
  }

  type ComparisonScore {
    id: UUID!
    createdAt: Timestamp!
    project: Project
    metric: Metric
    preferedCompletion: Completion
    otherCompletion: Completion
  }

  input ScoreAddInput {
    "true, false or a number, by the kind of the metric."
    value: JSON!
    details: String
    reason: String
  }
`;
