import { describe, expect, it } from '@jest/globals';
import { SecretBox } from '@earshot/service-kit';
import { aModel, ids } from '../../test/chat-fixtures.js';
import { finish, scriptedAnswer } from '../../test/scripted-answer.js';
import { scriptedProviders } from '../../test/scripted-providers.js';
import type { ProviderTarget } from './provider-kind.js';

const box = new SecretBox(Buffer.alloc(32, 1), 'provider-api-key');
const signal = new AbortController().signal;
const request = { messages: [], choices: 1, stream: false, parameters: {}, project: 't', sessionId: ids.session };

function asking() {
  const targets: ProviderTarget[] = [];
  const script = {
    chat: (target: ProviderTarget) => {
      targets.push(target);
      return scriptedAnswer([[...finish]], signal);
    },
    embed: async (target: ProviderTarget) => {
      targets.push(target);
      return { vectors: [], promptTokens: null };
    },
  };
  return { targets, providers: scriptedProviders(script, { secrets: box }) };
}

function openai(sealed_api_key: string | null) {
  return aModel({ provider: { kind: 'openai', base_url: 'https://host/v1', model: 'm', sealed_api_key } });
}

describe('the provider of a model', () => {
  it('gets the secret that was sealed for that model', async () => {
    const { targets, providers } = asking();
    providers.chat(openai(box.seal('sk-1', ids.model)), request, signal);
    providers.chat(openai(null), request, signal);
    await providers.embed(openai(box.seal('sk-2', ids.model)), { input: ['x'], project: 't' }, signal);
    expect(targets).toEqual([
      { kind: 'openai', baseUrl: 'https://host/v1', model: 'm', apiKey: 'sk-1' },
      { kind: 'openai', baseUrl: 'https://host/v1', model: 'm', apiKey: undefined },
      { kind: 'openai', baseUrl: 'https://host/v1', model: 'm', apiKey: 'sk-2' },
    ]);
  });

  it('is not asked with a secret of another model, and the error does not tell it', () => {
    const { targets, providers } = asking();
    const sealed = box.seal('sk-1', ids.session);
    expect(() => providers.chat(openai(sealed), request, signal)).toThrow(
      expect.objectContaining({ code: 'provider_secret_unreadable', message: expect.not.stringContaining(sealed) }),
    );
    expect(targets).toEqual([]);
  });

  it('is the file of an embedded model', () => {
    const { targets, providers } = asking();
    providers.chat(aModel({ provider: { kind: 'llama', model_file: 'demo.gguf' } }), request, signal);
    expect(targets).toEqual([{ kind: 'llama', modelFile: 'demo.gguf' }]);
  });

  it('is asked by the settings of this call, not by earlier ones', () => {
    const { targets, providers } = asking();
    for (const model_file of ['a.gguf', 'b.gguf']) {
      providers.chat(aModel({ provider: { kind: 'llama', model_file } }), request, signal);
    }
    expect(targets).toEqual([
      { kind: 'llama', modelFile: 'a.gguf' },
      { kind: 'llama', modelFile: 'b.gguf' },
    ]);
  });
});
