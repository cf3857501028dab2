console.log('loaded');
export default () => ({inputs: {n: (value) => console.log(value)}, outputs: {}});
