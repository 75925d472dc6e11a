import type { BodyOf, Endpoints, ReplyOf } from '@waybill/contract'
import { Problem } from '@waybill/contract/core/problems'
import type { RouteName } from '@waybill/contract/core/routes'
import type { SecondFactorAsked } from '@waybill/contract/identity/session-endpoints'
import { call } from '../../../shared/api/client.ts'
import { makeStore, useStore } from '../../../shared/state/store.ts'

/**
 * Changes of who can sign in require the second factor again, where one is on. A proof is valid for ten minutes and
 * stays in this tab's memory only.
 */
let token: string | null = null

/** What the dialog asks for now; `secondFactor` null: the password first. */
export interface Asked {
  secondFactor: SecondFactorAsked['secondFactor'] | null
  give: (stepUp: string) => void
  giveUp: () => void
}

const asked = makeStore<Asked | null>(null)
export const useAsked = (): Asked | null => useStore(asked)

interface SteppedUpCall<Name extends RouteName> {
  params?: Record<string, string>
  body?: BodyOf<Endpoints[Name]>
}

/**
 * Makes a call that may require the second factor; `password` is what its form already has. Throws what `call` throws:
 * 'step-up-required' where the owner declines.
 */
export async function callSteppedUp<Name extends RouteName>(
  name: Name,
  options: SteppedUpCall<Name>,
  password?: string,
): Promise<ReplyOf<Endpoints[Name]>> {
  const ask = () => call(name, { ...options, ...(token === null ? {} : { headers: { 'waybill-step-up': token } }) })
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'step-up-required') throw error
    token = await stepUp(error, password)
    return ask()
  }
}

async function stepUp(refusal: Problem, password: string | undefined): Promise<string> {
  if (password === undefined) return askOwner(null, refusal)
  const begun = await call('beginStepUp', { body: { password } })
  return 'stepUp' in begun ? begun.stepUp : askOwner(begun.secondFactor, refusal)
}

function askOwner(secondFactor: Asked['secondFactor'], refusal: Problem): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      asked.set(null)
      settle()
    }
    asked.set({
      secondFactor,
      give: (stepUp) => end(() => resolve(stepUp)),
      giveUp: () => end(() => reject(refusal)),
    })
  })
}
