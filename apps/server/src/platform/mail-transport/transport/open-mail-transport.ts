import { type Clock, systemClock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { MailTransport } from './mail-transport.ts'
import { openOutboxTransport } from './outbox-transport.ts'
import { openSmtpTransport } from './smtp-transport.ts'

/** The transport that the configuration selects. Connects at the first mail, not here. */
export function openMailTransport({ mail }: Pick<Config, 'mail'>, clock: Clock = systemClock): MailTransport {
  const { from, transport } = mail
  return transport.kind === 'smtp'
    ? openSmtpTransport({ url: transport.url, from })
    : openOutboxTransport({ dir: transport.dir, from, clock })
}
