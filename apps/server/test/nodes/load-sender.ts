/** Visitors who send by email one transfer after the other, through the real upload engine. */
import type { AckedPart } from '../crash/crash-browser.ts'
import { type CrashReport, checkDelivery, checkHeld, emptyReport } from '../crash/crash-run.ts'
import { CrashSender } from '../crash/crash-sender.ts'
import type { LoadPlace } from './load-site.ts'
import type { Pulse } from './pulse.ts'

/** Says of every acknowledged part that something succeeded. */
class HeardJournal extends Array<AckedPart> {
  pulse: Pulse | null = null

  override push(...parts: AckedPart[]): number {
    this.pulse?.beat()
    return super.push(...parts)
  }
}

export class LoadSenders {
  readonly report: CrashReport = emptyReport()
  readonly #place: LoadPlace
  readonly #pulse: Pulse
  readonly #current = new Set<CrashSender>()
  readonly #sent: Array<{ sender: CrashSender; slug: string }> = []

  constructor(place: LoadPlace, pulse: Pulse) {
    this.#place = place
    this.#pulse = pulse
  }

  /** Sends until the load is over. */
  async run(nth: number): Promise<void> {
    const { origin, sink } = this.#place
    for (let round = 0; !this.#place.isOver(); round += 1) {
      const name = `sender-${nth}-${round}`
      const sender = new CrashSender({ origin, sink, name, network: `198.${18 + nth}.${round & 255}.9` })
      Object.assign(sender, { journal: Object.assign(new HeardJournal(), { pulse: this.#pulse }) })
      await sender.prove()
      this.#current.add(sender)
      const slug = await sender.send()
      this.#current.delete(sender)
      this.report.transfers += 1
      this.report.acknowledgedParts += sender.journal.length
      this.#sent.push({ sender, slug })
    }
  }

  /** Reads every file of every transfer back, as its recipients. */
  async checkAll(): Promise<void> {
    const { origin, sink } = this.#place
    for (const { sender, slug } of this.#sent) {
      for (const recipient of sender.recipients) {
        await checkDelivery({ origin, sink, sender, recipient, slug }, this.report)
      }
    }
  }

  /** What was acknowledged at this moment is still held later: returns the check. */
  noteHeld(): () => Promise<void> {
    const noted = [...this.#current].map((sender) => ({ sender, acknowledged: [...sender.journal] }))
    return async () => {
      for (const { sender, acknowledged } of noted) await checkHeld(sender, acknowledged, this.report)
    }
  }
}
