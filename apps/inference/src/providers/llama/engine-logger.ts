/** Where llama.cpp's own messages go, and what the engine has to say to whoever runs it. */
export interface EngineLogger {
  debug(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
