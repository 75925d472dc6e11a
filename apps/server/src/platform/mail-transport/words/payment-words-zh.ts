import { planNamesZh } from '@waybill/contract/billing/plan-names'
import type { PaymentWords } from './payment-words-en.ts'

export const paymentWordsZh: PaymentWords = {
  planNames: { undefined: planNamesZh.free, anon: planNamesZh.free, ...planNamesZh },
  planIn: (plan, period) => `${plan}（${period === 'monthly' ? '按月' : '按年'}）`,
  card: (brand, last4) => `${brand}，尾号 ${last4}`,
  rows: {
    plan: '方案',
    amount: '金额',
    due: '应付金额',
    chargedOn: '扣款时间',
    card: '银行卡',
    paidOn: '付款日期',
    period: '当前周期',
    paidFrom: '生效日期',
    paidUntil: '已付费至',
    next: '下次扣款',
    invoice: '账单',
    stored: '已用存储空间',
    room: (plan) => `${plan}的存储空间`,
  },
  span: (from, to) => `${from} – ${to}`,
  plusTax: (sum) => `${sum}（税费另计）`,

  trialEnding: {
    subject: (plan, day) => `${plan}试用将于${day}结束`,
    explain: (plan) => `试用结束后${plan}将继续，届时从您的银行卡扣款。`,
    cancel: '如不想继续，请在试用结束前打开账户的“账单”页面，点击“取消方案”，则不会扣款。',
    button: '查看试用',
  },

  planCharged: {
    subject: (sum, plan) => (plan === null ? `付款成功：${sum}` : `付款成功：${plan} ${sum}`),
    heading: (sum) => `已收到您的付款 ${sum}`,
    afterTrial: (plan) => `试用已结束，${plan}继续有效。`,
    button: '查看账单',
  },

  prepaidBought: {
    subject: (sum, plan) => `付款成功：${plan} ${sum}`,
    heading: (sum) => `已收到您的付款 ${sum}`,
    noRenewal: '此方案不会自动续订，也不会再扣款。到期前我们会发邮件提醒您。',
    button: '查看账单',
  },

  paymentFailed: {
    stamp: '未付款',
    subject: (plan) => `${plan}付款失败`,
    heading: (plan, sum) => (sum === null ? `${plan}扣款失败` : `${plan}扣款失败：${sum}`),
    stops: '付款成功前暂时不能发送。您的传输和文件都会保留，链接仍然有效。',
    lifetimeHolds: '终身版权益不受影响，您可以继续发送。付款成功后，此方案将恢复。',
    again: '我们会在几天内再次尝试扣款。如果此卡无法扣款，请换一张卡。',
    givenUp: '我们已多次尝试扣款，不会再自动重试。如需继续，请换一张卡。',
    button: '更换银行卡',
    link: (days) => `按钮在 ${days} 天内有效，无需登录。打开的页面只能更换银行卡并支付这笔款项。`,
  },

  planEnded: {
    subject: (plan) => `${plan}已结束`,
    because: {
      cancelled: '方案已取消，不会再扣款。',
      trial: '试用已结束，未扣款。',
      unpaid: '上一笔款项未支付，不会再扣款。',
      prepaid: '已付费的时间已用完。',
    },
    now: (plan) => `您的账户现在使用${plan}。`,
    nowLifetime: (plan) => `凭终身版权益，您的账户现在使用${plan}。`,
    stays: '您的传输和文件都会保留，不会删除。',
    over: (plan) => `您存储的文件超出${plan}的存储空间。清理后或升级方案后即可继续发送。`,
    button: '查看方案',
  },

  prepaidEnding: {
    subject: (plan, day) => `${plan}已付费至${day}`,
    after: (plan) => `此方案不会自动续订，到期后您的账户转为${plan}。您的传输和文件都会保留。`,
    extend: '续期从到期日开始计算，而不是从今天开始，不会损失任何一天。',
    button: (plan) => `续期${plan}`,
  },
}
