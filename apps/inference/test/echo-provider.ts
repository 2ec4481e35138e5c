import type { ProviderKind } from '../src/providers/provider-kind.js';
import { z } from 'zod';

/** A model of the kind `echo`. */
interface EchoTarget {
  readonly kind: 'echo';
  readonly voice: string;
  readonly secret: string | undefined;
}

const settings = z.object({ voice: z.object({ name: z.string() }) });

/** A kind of provider that no contract knows: it answers with its settings and its secret. */
export const echo: ProviderKind<z.infer<typeof settings>, EchoTarget> = {
  settings,
  callsTools: false,
  parameters: null,
  targetOf: ({ voice }, secret) => ({ kind: 'echo', voice: voice.name, secret }),
  spanAttributes: () => ({}),
  create: () => ({
    async *chat({ voice, secret }) {
      yield [
        { type: 'delta', index: 0, text: `${voice} ${secret}` },
        { type: 'finish', index: 0, finishReason: 'stop' },
      ];
    },
    embed: async ({ voice }, { input }) => ({
      vectors: input.map(() => Float32Array.of(voice.length)),
      promptTokens: 1,
    }),
    countPrompt: async () => null,
    close: async () => undefined,
  }),
};
