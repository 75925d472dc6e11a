import type { Context } from '../../../context.ts'
import { readCongestionControl } from './congestion-control.ts'
import { examineFront, type Finding } from './examine-front.ts'
import { adviceFor } from './front-advice.ts'
import { frontToken } from './front-token.ts'

const SELF_CHECK_BYTES = 1_048_576

/** What this process found out about itself at its start. */
export interface SelfCheck {
  /** Null until the check is done. */
  findings: readonly Finding[] | null
}

/**
 * Examines the way to this server through its own public address, and the kernel, once per start; each finding is a
 * line in the log, and health shows all. A server without PUBLIC_URL has no front, so its kernel alone is looked at. A
 * machine may not reach its own public address, which says nothing about other machines: then `doctor`, from elsewhere,
 * finds out.
 */
export async function checkSelf(ctx: Context, examine = examineFront): Promise<void> {
  const findings = ctx.config.publicUrlIsDefault ? await judgeKernel(ctx) : await judgeFront(ctx, examine)
  ctx.selfCheck.findings = findings
  // On somebody's own machine nobody waits for downloads on a long line.
  if (ctx.config.publicUrlIsDefault) return
  for (const finding of findings) {
    const { finding: name, origin } = finding
    ctx.log.warn({ finding: name, origin, advice: adviceFor(finding) }, 'the set-up can be better')
  }
}

async function judgeFront({ origins, masterKey, clock }: Context, examine: typeof examineFront): Promise<Finding[]> {
  const url = new URL(origins.publicOrigin)
  const now = () => clock.nowMs()
  const { findings } = await examine({ url, token: frontToken(masterKey, now()), bytes: SELF_CHECK_BYTES, now })
  return findings
}

async function judgeKernel({ origins }: Context): Promise<Finding[]> {
  const { congestionControl: used, offeredControls } = await readCongestionControl()
  if (used === null || used === 'bbr') return []
  const facts = { used, isLoaded: offeredControls.includes('bbr') ? 'yes' : 'no' }
  return [{ finding: 'congestion-control', origin: origins.publicOrigin, facts }]
}
