export interface MailboxAddress {
  name: string
  address: string
}

/** 'Waybill <no-reply@example.com>' or a bare address as an object, so that nothing is ever parsed out of a header. */
export function mailboxAddressOf(text: string): MailboxAddress {
  const display = /^([^<>]*)<([^<>]+)>$/.exec(text.trim())
  if (!display) return { name: '', address: text.trim() }
  const name = (display[1] ?? '').trim().replace(/^"(.*)"$/, '$1')
  return { name, address: display[2] ?? '' }
}

/** The same as one text, which `mailboxAddressOf` reads. */
export const mailboxText = ({ name, address }: MailboxAddress): string =>
  name === '' ? address : `"${name.replaceAll(/["\\<>]/g, '')}" <${address}>`
