/** Whom an answer reaches: a recipient who is named by their address; null for a device, which is named by what it is. */
export const replyAddress = (recipient: string | null): string | null =>
  recipient !== null && /^[^\s@]+@[^\s@]+$/.test(recipient) ? recipient : null
