/** Of the page where a sender gives what a mail asks for. */
export const extensionPath = (token: string): string => `/extension/${encodeURIComponent(token)}`
