/** A call of a tool came to nothing. The message is for the model: it says what went wrong, and no secret. */
export class ToolFailure extends Error {}
