import type { Language } from '@waybill/contract/core/fields'

const en = {
  title: 'Pay with another card',
  explain: (plan: string) =>
    `Your last payment for ${plan} failed. Enter another card, and we try the payment with it right away.`,
  rows: { plan: 'Plan', due: 'Amount due', card: 'Card that failed' },
  narrow: 'This page only changes the card. It shows nothing else of the account, and nobody needs to log in here.',
  button: 'Enter another card',
  again: 'Try another card',
  leading: 'Taking you to the payment page…',
  onward: 'Continue to the payment page',
  unavailable: 'The payment provider doesn’t answer at the moment. Nothing has changed. Try again in a minute.',
  tooMany: 'This link was used many times within an hour. Try again later.',
  paid: 'Nothing is due',
  paidText: 'The payment was made. You don’t need this link any more.',
  over: 'Link expired',
  overText: 'This link no longer works. Log in and open Billing to change your card.',
  confirming: 'Confirming your card…',
  confirmingText: 'This page updates by itself. You can also leave: we email you once the payment is made.',
  done: 'Card changed and paid',
  doneText: (plan: string, card: string | null) =>
    card === null ? `${plan} goes on.` : `${plan} goes on, and later payments are charged to ${card}.`,
  refused: 'The payment was refused',
  refusedText: (card: string | null) =>
    card === null
      ? 'Your bank refused the payment. Try another card.'
      : `Your bank refused the payment with ${card}. Try another card.`,
  refusedAsk: 'If your bank wants to ask you first, log in and choose “Pay now” in Billing.',
  left: 'The card wasn’t changed',
  leftText: 'The payment page was left or has expired, and nothing was charged.',
  fromMail: 'To try again, open the link in the email once more.',
  logIn: 'Log in',
}

const zh: typeof en = {
  title: '换一张卡付款',
  explain: (plan) => `${plan}的上一笔款项扣款失败。请填写另一张卡，我们会立即用它重新扣款。`,
  rows: { plan: '方案', due: '应付金额', card: '扣款失败的卡' },
  narrow: '此页面只能更换银行卡，不显示账户的其他内容，也无需登录。',
  button: '填写另一张卡',
  again: '换一张卡重试',
  leading: '正在前往付款页面…',
  onward: '前往付款页面',
  unavailable: '暂时无法连接支付服务，未作任何更改。请稍后重试。',
  tooMany: '此链接在一小时内使用次数过多，请稍后重试。',
  paid: '没有待付款项',
  paidText: '款项已付清，不再需要此链接。',
  over: '链接已过期',
  overText: '此链接已失效。请登录后在“账单”页面更换银行卡。',
  confirming: '正在确认银行卡…',
  confirmingText: '页面会自动更新。您也可以离开此页，付款成功后我们会发邮件告诉您。',
  done: '银行卡已更换，付款成功',
  doneText: (plan, card) => (card === null ? `${plan}继续有效。` : `${plan}继续有效，之后将从${card}扣款。`),
  refused: '付款被拒绝',
  refusedText: (card) =>
    card === null ? '银行拒绝了这笔付款，请换一张卡。' : `银行拒绝了这笔付款（${card}），请换一张卡。`,
  refusedAsk: '如果银行需要您本人验证，请登录后在“账单”页面点击“立即付款”。',
  left: '银行卡未更换',
  leftText: '您已离开付款页面，或页面已过期，未扣款。',
  fromMail: '如需重试，请再次打开邮件中的链接。',
  logIn: '登录',
}

/** The page behind the link of a mail about a failed payment. */
export const cardLinkWords: Record<Language, typeof en> = { en, zh }
