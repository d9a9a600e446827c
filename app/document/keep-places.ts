/** An inline script in home: which places for the customer's orders are kept, before they are painted. */
const kept = localStorage.getItem('ownOrders');
if (kept !== null) document.currentScript?.parentElement?.setAttribute('data-kept', kept);
