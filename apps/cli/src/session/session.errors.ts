/** There is no API key for the address. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
}
