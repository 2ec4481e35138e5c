/** Turns the bytes of a response's body into events. */
export interface AnswerReader<Event> {
  /** true once there is something of the answer: a part of it that was said can't be taken back. */
  readonly begun: boolean;
  /** true once the answer is complete; what still comes is of no interest. */
  readonly complete: boolean;
  /** Takes the next bytes, appends what they yield to `events`. @throws AppError */
  read(bytes: Buffer, events: Event[]): void;
  /** The body has ended. @throws AppError when the answer is not whole */
  end(events: Event[]): void;
}
