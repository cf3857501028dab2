export default () => ({inputs: {n: 3}, outputs: {}});
