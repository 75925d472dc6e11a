import type { PanelWords } from './en.ts'

export const panel: PanelWords = {
  billing: '账单',
  form: '付款信息',
  byStripe: '下方表单由我们的支付服务商 Stripe 提供，Waybill 不会看到您的卡号。',
  beforeTax: '未计优惠和税费，实际扣款金额以表单为准。',
  loading: '正在加载表单…',
  slow: 'Stripe 表单加载缓慢，可能被您的网络拦截。请稍候，或前往 Stripe 页面付款。',
  failed: 'Stripe 表单未能加载，可能被您的网络或浏览器拦截。没有扣款。',
  onTheirPage: '前往 Stripe 页面付款',
  notShown: '看不到表单？前往 Stripe 页面付款',
}
