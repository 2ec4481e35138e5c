import { Controller } from '@nestjs/common';
import { embed, type EmbedChunk, type EmbedRequest } from '@earshot/contracts-inference';
import { WorkHandler, type WorkContext } from '@earshot/messaging';
import { Observable } from 'rxjs';

/** What a worker does with a request. */
export type EmbedScript = (request: EmbedRequest, context: WorkContext) => Observable<EmbedChunk>;

/** The worker's part; requests are kept for tests to look at. */
export const embedding: { script: EmbedScript; requests: EmbedRequest[] } = {
  script: (request) => vectorsOfLength(request),
  requests: [],
};

/** One vector for each text: its length, and that negated. */
export function vectorsOfLength({ input }: EmbedRequest, model = 'demo/small'): Observable<EmbedChunk> {
  const bytes = Buffer.from(Float32Array.from(input.flatMap((text) => [text.length, -text.length])).buffer);
  const head = { model, dimensions: 2, prompt_tokens: input.length };
  return new Observable((caller) => {
    caller.next({ head, bytes: bytes.toString('base64', 0, 6) });
    caller.next({ bytes: bytes.toString('base64', 6) });
    caller.complete();
  });
}

/** An inference service that plays its part by a script. */
@Controller()
export class ScriptedEmbedController {
  @WorkHandler(embed)
  handle(request: EmbedRequest, context: WorkContext): Observable<EmbedChunk> {
    embedding.requests.push(request);
    return embedding.script(request, context);
  }
}
