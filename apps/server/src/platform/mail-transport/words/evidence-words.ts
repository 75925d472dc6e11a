import type { EvidenceKind } from '@waybill/contract/tracking/evidence'

/** The evidence for a finished download, in mails. */
const en = {
  handedStamp: 'Handed over',
  rests: {
    received: 'Received by their device.',
    'handed-over': 'Handed to your proxy. What happened to it after that is not known.',
    'sent-by-proxy': 'Sent by your proxy, according to its own report.',
  } satisfies Record<EvidenceKind, string>,
  doubt: (size: string) => `${size} in doubt: nobody can tell whether it was read.`,
}

const zh: typeof en = {
  handedStamp: '已交代理',
  rests: {
    received: '对方设备已收到。',
    'handed-over': '已交给您的代理服务器，之后的情况这里无从得知。',
    'sent-by-proxy': '据您的代理服务器报告，已由其发出。',
  },
  doubt: (size) => `${size} 存疑：无法确定对方是否已读取。`,
}

export const evidenceWords = { en, zh }
