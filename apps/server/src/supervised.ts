/** Messages of a server to its supervisor; one that was started by hand sends none. */
export type SupervisorMessage =
  | { kind: 'ready' }
  /** It cannot start like this. `isFinal`: nor will it later, before somebody changes its settings. */
  | { kind: 'refused'; reason: string; isFinal: boolean }
  /** It ends because of a bug. */
  | { kind: 'failing'; reason: string }

/** Resolves once the supervisor has received it. */
export function tellSupervisor(told: SupervisorMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send && process.connected) process.send(told, undefined, undefined, () => resolve())
    else resolve()
  })
}
