/** Parameters are those of page-drafts.ts, and the names of texts in messages/. */
export const ENGLISH = {
  days: 'We deliver on {days}, but not on holidays.',
  everyDay: 'We deliver every day, but not on holidays.',
  and: ' and ',
  sameDay:
    ' What you order before {hour} on such a day usually comes the same day, and what you order later on the next one.',
  nextDay: ' Your order comes on the next of these days.',
  hour: '{hour} {period}',
  minute: '{hour}:{minute} {period}',
  fee: 'Delivery costs Tk {fee}.',
  free: 'Delivery is free.',
  freeFrom: ' It is free for orders from Tk {freeFrom}.',
  minimum: ' The smallest order is Tk {minimum}.',
  open: ' When we are open stands further down on this page.',

  about: `{shop} brings groceries to your door. You choose them here, on a phone or a computer, and we bring them to your home.
# What you can count on
- You see every price, the delivery cost and the total before you order.
- You pay in cash when your groceries arrive. Nothing is paid in advance.
- If something is missing, damaged or not fresh, call us, and we put it right.
# Talk to us
Call us with any question: {phone}`,

  help: `# How to order
- Put what you need into the cart. You need no account for that.
- Log in, or register with your name, your e-mail address and a password.
- At checkout, write where it should go, and a phone number on which we can reach you.
- Choose cash on delivery and press ‘{PLACE_ORDER}’. ‘{MY_ORDERS}’ then shows your order and what becomes of it.
# When it comes
{when} You see the day before you order.
# What delivery costs
{cost} You see the total before you order.
# How to pay
You pay in cash when your groceries arrive. We never ask for a card number, a PIN or a code.
# How to cancel an order
Open it under ‘{MY_ORDERS}’ and press ‘{CANCEL_ORDER}’. You can do that as long as it is pending. To change an order, call us: {phone}
# If something is not right
Please look at your groceries when they arrive. If something is missing, damaged or not fresh, call us, and we put it right: {phone}
# If you forgot your password
Choose ‘{FORGOT_PASSWORD}’ at the login and write your e-mail address. We mail you a link. It works once, for 30 minutes.`,

  contact: `Call us about a product, an order, or anything that was not as it should be.{open}

If you have ordered already, tell us the number of your order. It begins with # and stands under ‘{MY_ORDERS}’.`,

  terms: `These are the rules when you order from {shop}.
# Your order
- When you press ‘{PLACE_ORDER}’, you order what is in your cart, at the prices and the delivery cost that are shown.
- Products and prices can change at any time. For your order, the prices count at which you placed it.
- If we cannot deliver something, we tell you, and you do not pay for it.
# Delivery and payment
- {when} The day that is shown is the one on which we expect to come.
- {cost}
- You pay in cash when your groceries arrive.
# Canceling and returns
- You can cancel an order under ‘{MY_ORDERS}’ as long as it is pending.
- If something is missing, damaged or not fresh, call us: {phone}
# Your account
- Keep your password to yourself, and give a phone number on which we can reach you.
- You can ask for the deletion of your account at any time, under ‘{MY_ACCOUNT}’.`,

  privacy: `{shop} keeps what it needs to bring you your groceries, and nothing else. There is no advertising and no tracking in this shop.
# What we keep
- Of your account: your name and e-mail address and, if you give them, your phone number, gender, address and picture. Your password is stored in such a way that nobody can read it.
- Of each order: what was ordered and when, and the name, phone number, e-mail address and postal address that were given for it.
- In the log of our server: network addresses (IP), to protect the shop.
- In your browser: your cart, your favourites and, while you are logged in, your name and address. One cookie keeps you logged in; another remembers that your browser has logged in before.
# What it is for
To deliver your orders, to reach you about them, and to send you mails about orders and passwords. Only those who work for the shop see it.
# How long we keep it
- Your account stays until you delete it. One that has never ordered and that nobody uses goes by itself after 90 days.
- To delete it, open ‘{MY_ACCOUNT}’ and choose ‘{DELETE_ACCOUNT}’. We delete it 30 days later; if you log in before that, it stays.
- With it go your picture, and your name, addresses and phone number in your orders. What was ordered and what it cost stays, without your name.
- Our backups can hold it for some time longer.
# Questions
Call us: {phone}`,
};
