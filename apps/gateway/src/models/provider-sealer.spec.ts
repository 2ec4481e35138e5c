import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretBox } from '@earshot/service-kit';
import { ProviderSealer } from './provider-sealer.js';

const [old, next] = [randomBytes(32), randomBytes(32)];
const boxOf = (key: Buffer) => new SecretBox(key, 'provider-api-key');
const input = { kind: 'openai' as const, base_url: 'https://models.example/v1', model: 'm' };
const keptWith = (sealed_api_key: string) => ({ ...input, sealed_api_key });

describe(ProviderSealer.name, () => {
  const sealer = new ProviderSealer({ secretKey: next, acceptedSecretKeys: [old] });
  const sealedOf = (sealed_api_key: string) =>
    sealer.seal(input, { modelId: 'id', current: keptWith(sealed_api_key), trusted: false });

  it('brings a kept API key back under the present master secret, the same text each time', () => {
    const first = sealedOf(boxOf(old).seal('sk', 'id'));
    expect(first).toMatchObject({ sealed_api_key: expect.any(String) });
    const { sealed_api_key } = first as { sealed_api_key: string };
    expect([boxOf(next).isOwn(sealed_api_key), boxOf(next).open(sealed_api_key, 'id')]).toEqual([true, 'sk']);
    expect(sealedOf(boxOf(old).seal('sk', 'id'))).toEqual(first);
  });

  it('keeps a text that it can not read', () => {
    const sealed = boxOf(randomBytes(32)).seal('sk', 'id');
    expect(sealedOf(sealed)).toMatchObject({ sealed_api_key: sealed });
  });
});
