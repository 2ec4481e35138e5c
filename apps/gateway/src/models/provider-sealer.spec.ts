import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretBox } from '@earshot/service-kit';
import { ProviderSealer } from './provider-sealer.js';

const [old, next] = [randomBytes(32), randomBytes(32)];
const boxOf = (key: Buffer) => new SecretBox(key, 'provider-api-key');
const input = { kind: 'openai' as const, base_url: 'https://models.example/v1', model: 'm' };
const storedWith = (sealed_api_key: string) => ({ provider: { ...input, sealed_api_key } });

describe(ProviderSealer.name, () => {
  const sealer = new ProviderSealer({ secretKey: next, acceptedSecretKeys: [old] });
  const sealedOf = (sealed_api_key: string) =>
    sealer.seal(input, { modelId: 'id', current: storedWith(sealed_api_key), trusted: false });

  it('seals a stored API key again with the current master secret, deterministically', () => {
    const first = sealedOf(boxOf(old).seal('sk', 'id'));
    expect(first).toMatchObject({ sealed_secret: expect.any(String) });
    const sealed = first.sealed_secret ?? '';
    expect([boxOf(next).isOwn(sealed), boxOf(next).open(sealed, 'id')]).toEqual([true, 'sk']);
    expect(sealedOf(boxOf(old).seal('sk', 'id'))).toEqual(first);
  });

  it('keeps a text that it cannot read', () => {
    const sealed = boxOf(randomBytes(32)).seal('sk', 'id');
    expect(sealedOf(sealed)).toMatchObject({ sealed_secret: sealed });
  });
});
