const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 62^43 is just above 2^256. */
const digits = 43;

/** 32 bytes as 43 letters and digits. */
export function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < digits; digit++) {
    text = (alphabet[Number(rest % 62n)] as string) + text;
    rest /= 62n;
  }
  return text;
}
