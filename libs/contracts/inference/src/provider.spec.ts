import { describe, expect, it } from '@jest/globals';
import { encodedProvider, encodeProvider, isExternal, providerOf, type Provider } from './provider.js';

/** A provider after a message has carried it. */
const carried = (provider: Provider) =>
  providerOf({ provider: encodedProvider.parse(JSON.parse(JSON.stringify(encodeProvider(provider)))) });

const openai = { kind: 'openai', settings: { base_url: 'https://models.test/v1', model: 'm' }, sealed_secret: null };

describe('a provider in a message', () => {
  it.each<[string, Provider]>([
    ['a server without a key', openai],
    ['a trusted server', { ...openai, settings: { ...openai.settings, base_url_trusted: true }, sealed_secret: 's' }],
    ['an embedded model', { kind: 'llama', settings: { model_file: 'demo.gguf' }, sealed_secret: null }],
    ['an external model', { kind: 'external', settings: {}, sealed_secret: null }],
    ['a kind that no contract knows', { kind: 'new', settings: { region: { name: 'x' } }, sealed_secret: 's' }],
    ['a known kind with a new setting', { ...openai, settings: { ...openai.settings, organization: 'o' } }],
  ])('keeps all of %s', (_, provider) => {
    expect(carried(provider)).toEqual(provider);
  });

  it('has the form of version 0.1 for the kinds of that version', () => {
    const { settings, kind } = openai;
    expect(encodeProvider(openai)).toEqual({ ...settings, kind, sealed_api_key: null });
    const llama = { kind: 'llama', settings: { model_file: 'demo.gguf' }, sealed_secret: null };
    expect(encodeProvider(llama)).toEqual({ kind: 'llama', model_file: 'demo.gguf' });
  });

  it('is external only where the model is never called', () => {
    const external = { kind: 'external', settings: {}, sealed_secret: null };
    const added = { kind: 'new', settings: {}, sealed_secret: null };
    expect([external, added, openai].map((one) => isExternal({ provider: encodeProvider(one) }))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
