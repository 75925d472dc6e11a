/** The field that takes addresses of people. */
export const addresses = {
  emailToCount: (count: number, limit: number) => `${count} of ${limit}`,
  invalidEmailTo: 'Invalid Email To Address',
  removeRecipient: (address: string) => `Remove ${address}`,
  recipients: 'Recipients',
  suggestions: 'Contacts',
  suggestionsFound: (count: number) => (count === 1 ? '1 contact found' : `${count} contacts found`),
}

export type AddressesWords = typeof addresses
