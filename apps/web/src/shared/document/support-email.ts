/** The support address: the server writes the operator's address into the page. */
export const supportEmail = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content ?? ''
