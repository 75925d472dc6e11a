const EVERY_MS = 20

/** Polls until the condition holds; gives up after `patienceMs`, or slightly later where a poll takes time. */
export async function until(holds: () => boolean | Promise<boolean>, patienceMs = 12_000): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += EVERY_MS) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  throw new Error('It never came so far')
}
