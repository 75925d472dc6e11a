/** Asks the device for a passkey; null where it has none, or its owner would not. `options` are WebAuthn's, as JSON. */
export async function askPasskey(options: unknown): Promise<Record<string, unknown> | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  try {
    return { ...(await startAuthentication({ optionsJSON: options as Options })) }
  } catch {
    return null
  }
}
