/** No connection was made: the policy permits no address of the server. It says nothing of the server, nor which addresses it has. */
export class AddressRefused extends Error {
  constructor() {
    super('no address of the server is permitted');
    this.name = 'AddressRefused';
  }
}

/** Whether a failed request never left this process because of the address, whatever the client of the connection made of it. */
export function isAddressRefused(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof AddressRefused) return true;
  return false;
}
